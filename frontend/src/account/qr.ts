/** A QR code (ISO/IEC 18004) of some text: bytes, error correction M, versions 1 to 20, fixed mask.
 *
 * Any mask may be used; the standard's search for the best one only helps bad cameras. */

const PARITY = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]; // codewords a block
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const MASK = 0; // dark where row + column is even
const LEVEL_M = 0;

/** Rows of modules: true is dark. There is no quiet zone around them. */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = PARITY.findIndex((_, place) => fits(place + 1, bytes.length)) + 1;
  if (version === 0) throw new RangeError("the text is too long for a QR code");
  const square = new Square(version);
  square.fill(codewords(version, bytes));
  return square.dark;
}

function rawCodewords(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    modules -= (25 * marks - 10) * marks - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

function dataCodewords(version: number): number {
  return rawCodewords(version) - PARITY[version - 1]! * BLOCKS[version - 1]!;
}

const lengthBits = (version: number): number => (version < 10 ? 8 : 16);

function fits(version: number, length: number): boolean {
  return 4 + lengthBits(version) + 8 * length <= 8 * dataCodewords(version);
}

/** The data with its parity, in the order in which the modules are filled. */
function codewords(version: number, bytes: Uint8Array): number[] {
  const data = padded(version, bytes);
  const [count, parity] = [BLOCKS[version - 1]!, PARITY[version - 1]!];
  const short = Math.floor(data.length / count);
  const longer = data.length % count; // the last blocks have one more
  const blocks: number[][] = [];
  for (let block = 0, at = 0; block < count; block++) {
    const size = short + (block >= count - longer ? 1 : 0);
    blocks.push(data.slice(at, at + size));
    at += size;
  }
  const checks = blocks.map((block) => remainder(block, parity));
  return [...interleaved(blocks), ...interleaved(checks)];
}

function interleaved(blocks: readonly number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, at) => blocks.flatMap((block) => block[at] ?? [])).flat();
}

function padded(version: number, bytes: Uint8Array): number[] {
  const bits: number[] = [];
  const put = (value: number, size: number): void => {
    for (let bit = size - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  };
  put(0b0100, 4); // byte mode
  put(bytes.length, lengthBits(version));
  bytes.forEach((byte) => put(byte, 8));
  const room = 8 * dataCodewords(version);
  put(0, Math.min(4, room - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: room / 8 }, (_, at) => bits.slice(8 * at, 8 * at + 8).reduce((sum, bit) => 2 * sum + bit, 0));
}

/** Multiplication in the field of 256 elements, modulo x^8 + x^4 + x^3 + x^2 + 1. */
function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}

/** Reed-Solomon: the remainder of the block divided by (x - 1)(x - 2)(x - 4)... */
function remainder(block: readonly number[], degree: number): number[] {
  let divisor = [1];
  for (let n = 0, root = 1; n < degree; n++, root = times(root, 2)) {
    divisor = [...divisor, 0].map((term, at) => term ^ (at > 0 ? times(divisor[at - 1]!, root) : 0));
  }
  const rest: number[] = new Array<number>(degree).fill(0);
  for (const byte of block) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    for (let at = 0; at < degree; at++) rest[at]! ^= times(divisor[at + 1]!, factor);
  }
  return rest;
}

class Square {
  readonly dark: boolean[][];
  readonly #fixed: boolean[][]; // not for data
  readonly #size: number;

  constructor(version: number) {
    this.#size = 4 * version + 17;
    const rows = (): boolean[][] => Array.from({ length: this.#size }, () => new Array<boolean>(this.#size).fill(false));
    this.dark = rows();
    this.#fixed = rows();
    this.#timing();
    for (const [x, y] of [[3, 3], [this.#size - 4, 3], [3, this.#size - 4]] as const) this.#finder(x, y);
    this.#alignment(version);
    this.#format();
    if (version >= 7) this.#version(version);
  }

  #set(x: number, y: number, dark: boolean): void {
    this.dark[y]![x] = dark;
    this.#fixed[y]![x] = true;
  }

  #timing(): void {
    for (let at = 0; at < this.#size; at++) {
      this.#set(6, at, at % 2 === 0);
      this.#set(at, 6, at % 2 === 0);
    }
  }

  #finder(x: number, y: number): void {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const [column, row] = [x + dx, y + dy];
        if (column < 0 || row < 0 || column >= this.#size || row >= this.#size) continue;
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        this.#set(column, row, ring !== 2 && ring !== 4);
      }
    }
  }

  #alignment(version: number): void {
    const places = alignmentPlaces(version, this.#size);
    const last = places.length - 1;
    for (const [i, x] of places.entries()) {
      for (const [j, y] of places.entries()) {
        if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) continue; // finders
        for (let dy = -2; dy <= 2; dy++) {
          for (let dx = -2; dx <= 2; dx++) this.#set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
        }
      }
    }
  }

  /** Level and mask, twice, with ten check bits. */
  #format(): void {
    const data = (LEVEL_M << 3) | MASK;
    let rest = data;
    for (let n = 0; n < 10; n++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const bit = (at: number): boolean => ((bits >>> at) & 1) === 1;
    for (let at = 0; at <= 5; at++) this.#set(8, at, bit(at));
    this.#set(8, 7, bit(6));
    this.#set(8, 8, bit(7));
    this.#set(7, 8, bit(8));
    for (let at = 9; at < 15; at++) this.#set(14 - at, 8, bit(at));
    for (let at = 0; at < 8; at++) this.#set(this.#size - 1 - at, 8, bit(at));
    for (let at = 8; at < 15; at++) this.#set(8, this.#size - 15 + at, bit(at));
    this.#set(8, this.#size - 8, true);
  }

  #version(version: number): void {
    let rest = version;
    for (let n = 0; n < 12; n++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let at = 0; at < 18; at++) {
      const dark = ((bits >>> at) & 1) === 1;
      const [a, b] = [this.#size - 11 + (at % 3), Math.floor(at / 3)];
      this.#set(a, b, dark);
      this.#set(b, a, dark);
    }
  }

  /** In pairs of columns from the right, up and down in turn. */
  fill(codes: readonly number[]): void {
    let bit = 0;
    for (let right = this.#size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5; // skips the timing column
      for (let n = 0; n < this.#size; n++) {
        const upward = ((right + 1) & 2) === 0;
        const y = upward ? this.#size - 1 - n : n;
        for (const x of [right, right - 1]) {
          if (this.#fixed[y]![x]) continue;
          const value = ((codes[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1;
          bit++;
          this.dark[y]![x] = (value === 1) !== ((x + y) % 2 === 0);
        }
      }
    }
  }
}

function alignmentPlaces(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const places = Array.from({ length: count - 1 }, (_, at) => size - 7 - at * step);
  return [...places, 6].reverse();
}
