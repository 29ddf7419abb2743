/** SHAKE-256 (FIPS 202), which browsers do not have. A lane of 64 bits is two numbers of 32. */

const LANES = 25;
const RATE = 136; // bytes absorbed or squeezed between two permutations
const ROUNDS = 24;

const [ROUND_HIGH, ROUND_LOW] = roundConstants();
const [ROTATE, MOVE] = rotations();

export function shake256(input: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const high = new Int32Array(LANES);
  const low = new Int32Array(LANES);
  const padded = new Uint8Array((Math.floor(input.length / RATE) + 1) * RATE);
  padded.set(input);
  padded[input.length] = 0x1f; // the mark of SHAKE, and the first bit of the padding
  padded[padded.length - 1]! |= 0x80; // its last bit
  const words = new DataView(padded.buffer);
  for (let block = 0; block < padded.length; block += RATE) {
    for (let lane = 0; lane < RATE / 8; lane++) {
      low[lane]! ^= words.getInt32(block + lane * 8, true);
      high[lane]! ^= words.getInt32(block + lane * 8 + 4, true);
    }
    permute(high, low);
  }
  const output = new Uint8Array(Math.ceil(size / RATE) * RATE);
  const out = new DataView(output.buffer);
  for (let block = 0; block < size; block += RATE) {
    if (block > 0) permute(high, low);
    for (let lane = 0; lane < RATE / 8; lane++) {
      out.setInt32(block + lane * 8, low[lane]!, true);
      out.setInt32(block + lane * 8 + 4, high[lane]!, true);
    }
  }
  return output.slice(0, size);
}

/** Keccak-f[1600]: the steps theta, rho and pi, chi, iota of the standard, 24 times. */
function permute(high: Int32Array, low: Int32Array): void {
  const columnHigh = new Int32Array(5);
  const columnLow = new Int32Array(5);
  const movedHigh = new Int32Array(LANES);
  const movedLow = new Int32Array(LANES);
  for (let round = 0; round < ROUNDS; round++) {
    for (let x = 0; x < 5; x++) {
      columnHigh[x] = high[x]! ^ high[x + 5]! ^ high[x + 10]! ^ high[x + 15]! ^ high[x + 20]!;
      columnLow[x] = low[x]! ^ low[x + 5]! ^ low[x + 10]! ^ low[x + 15]! ^ low[x + 20]!;
    }
    for (let x = 0; x < 5; x++) {
      const [left, right] = [(x + 4) % 5, (x + 1) % 5];
      const mixHigh = columnHigh[left]! ^ ((columnHigh[right]! << 1) | (columnLow[right]! >>> 31));
      const mixLow = columnLow[left]! ^ ((columnLow[right]! << 1) | (columnHigh[right]! >>> 31));
      for (let lane = x; lane < LANES; lane += 5) {
        high[lane]! ^= mixHigh;
        low[lane]! ^= mixLow;
      }
    }
    for (let lane = 0; lane < LANES; lane++) {
      const [by, to] = [ROTATE[lane]!, MOVE[lane]!];
      const [a, b] = by < 32 ? [high[lane]!, low[lane]!] : [low[lane]!, high[lane]!];
      const turn = by % 32;
      movedHigh[to] = turn === 0 ? a : (a << turn) | (b >>> (32 - turn));
      movedLow[to] = turn === 0 ? b : (b << turn) | (a >>> (32 - turn));
    }
    for (let row = 0; row < LANES; row += 5) {
      for (let x = 0; x < 5; x++) {
        const [next, after] = [row + ((x + 1) % 5), row + ((x + 2) % 5)];
        high[row + x] = movedHigh[row + x]! ^ (~movedHigh[next]! & movedHigh[after]!);
        low[row + x] = movedLow[row + x]! ^ (~movedLow[next]! & movedLow[after]!);
      }
    }
    high[0]! ^= ROUND_HIGH[round]!;
    low[0]! ^= ROUND_LOW[round]!;
  }
}

/** For iota: bits 2**j - 1 of each constant, from an eight-bit shift register. */
function roundConstants(): [Int32Array, Int32Array] {
  const high = new Int32Array(ROUNDS);
  const low = new Int32Array(ROUNDS);
  let register = 1;
  for (let round = 0; round < ROUNDS; round++) {
    for (let j = 0; j < 7; j++) {
      const bit = 2 ** j - 1;
      if (register & 1) (bit < 32 ? low : high)[round]! ^= 1 << bit % 32;
      register <<= 1;
      if (register & 0x100) register ^= 0x171;
    }
  }
  return [high, low];
}

/** For rho and pi: how far each lane rotates, and where it goes. */
function rotations(): [Uint8Array, Uint8Array] {
  const by = new Uint8Array(LANES);
  const to = new Uint8Array(LANES);
  let [x, y] = [1, 0];
  for (let step = 0; step < 24; step++) {
    by[x + 5 * y] = (((step + 1) * (step + 2)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  for (let lane = 0; lane < LANES; lane++) {
    const [laneX, laneY] = [lane % 5, Math.floor(lane / 5)];
    to[lane] = laneY + 5 * ((2 * laneX + 3 * laneY) % 5);
  }
  return [by, to];
}
