/** Nothing from the wire is used before it has been validated by the server's own schema. */
import type {
  Answered, FloorGames, FloorJackpots, FloorLog, FloorPeople, FloorProposals, FloorServer, FloorTables, FromPage, FromServer,
  Lobby, Me, OwnRounds, OwnSide, PostedTable, PastRounds, Staff, Training,
} from "./messages";
import generated from "./schema.json";

/** The part of JSON Schema that Pydantic writes for our messages. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Record<string, string> };
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

interface Types {
  FromServer: FromServer;
  FromPage: FromPage;
  Me: Me;
  Lobby: Lobby;
  PostedTable: PostedTable;
  PastRounds: PastRounds;
  OwnSide: OwnSide;
  OwnRounds: OwnRounds;
  Staff: Staff;
  FloorTables: FloorTables;
  FloorGames: FloorGames;
  FloorPeople: FloorPeople;
  FloorProposals: FloorProposals;
  FloorJackpots: FloorJackpots;
  FloorLog: FloorLog;
  FloorServer: FloorServer;
  Answered: Answered;
  Training: Training;
}

const definitions = generated.$defs as unknown as Readonly<Record<string, Schema>>;

export class BadMessage extends Error {
  override readonly name = "BadMessage";
}

/** The value as this type, frozen, or a BadMessage that says what is wrong and where. */
export function valid<Name extends keyof Types>(name: Name, value: unknown): Types[Name] {
  const fault = problem({ $ref: `#/$defs/${name}` }, value, name);
  if (fault !== null) throw new BadMessage(fault);
  return frozen(value as Types[Name]);
}

/** The same for text in JSON. */
export function parsed<Name extends keyof Types>(name: Name, text: string): Types[Name] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadMessage(`${name}: not JSON`);
  }
  return valid(name, value);
}

export function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The error in a value; null: none. Fields that a newer server adds are ignored. */
export function problem(schema: Schema, value: unknown, at: string): string | null {
  if (schema.$ref !== undefined) return problem(referred(schema.$ref), value, at);
  if (schema.discriminator !== undefined) return tagged(schema.discriminator, value, at);
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) {
    const faults = several.map((one) => problem(one, value, at));
    return faults.includes(null) ? null : (faults[0] ?? `${at}: nothing is allowed here`);
  }
  if ("const" in schema && value !== schema.const) return `${at}: not ${JSON.stringify(schema.const)}`;
  if (schema.enum !== undefined && !schema.enum.includes(value)) return `${at}: not one of its values`;
  return ofType(schema, value, at);
}

function referred(ref: string): Schema {
  const found = definitions[ref.replace("#/$defs/", "")];
  if (found === undefined) throw new Error(`schema.json has no ${ref}`);
  return found;
}

function tagged(by: NonNullable<Schema["discriminator"]>, value: unknown, at: string): string | null {
  if (!isRecord(value)) return `${at}: not an object`;
  const tag = value[by.propertyName];
  const ref = typeof tag === "string" && Object.hasOwn(by.mapping, tag) ? by.mapping[tag] : undefined;
  return ref === undefined ? `${at}: an unknown ${by.propertyName}` : problem({ $ref: ref }, value, at);
}

function ofType(schema: Schema, value: unknown, at: string): string | null {
  switch (schema.type) {
    case undefined:
      return null;
    case "null":
      return value === null ? null : `${at}: not null`;
    case "boolean":
      return typeof value === "boolean" ? null : `${at}: not true or false`;
    case "integer":
      return Number.isSafeInteger(value) ? inRange(schema, value as number, at) : `${at}: not a whole number`;
    case "string":
      return typeof value === "string" ? asText(schema, value, at) : `${at}: not text`;
    case "array":
      return Array.isArray(value) ? eachItem(schema, value, at) : `${at}: not a list`;
    case "object":
      return isRecord(value) ? eachField(schema, value, at) : `${at}: not an object`;
    default:
      throw new Error(`schema.json: no validator for ${schema.type}`);
  }
}

function inRange({ minimum = -Infinity, maximum = Infinity }: Schema, value: number, at: string) {
  return value >= minimum && value <= maximum ? null : `${at}: not from ${minimum} to ${maximum}`;
}

function asText(schema: Schema, value: string, at: string): string | null {
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  const length = [...value].length;
  if (length < minLength || length > maxLength) return `${at}: not ${minLength} to ${maxLength} characters`;
  return pattern === undefined || new RegExp(pattern, "u").test(value) ? null : `${at}: not of the form ${pattern}`;
}

function eachItem(schema: Schema, value: readonly unknown[], at: string): string | null {
  const { prefixItems = [], items, minItems = 0, maxItems = Infinity } = schema;
  if (value.length < minItems || value.length > maxItems) return `${at}: not ${minItems} to ${maxItems} long`;
  for (const [place, item] of value.entries()) {
    const rule = prefixItems[place] ?? items;
    const fault = rule === undefined ? null : problem(rule, item, `${at}[${place}]`);
    if (fault !== null) return fault;
  }
  return null;
}

function eachField(schema: Schema, value: Record<string, unknown>, at: string): string | null {
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) return `${at}.${name}: missing`;
  }
  for (const [name, field] of Object.entries(value)) {
    const own = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const other = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
    const rule = own ?? other;
    const fault = rule === undefined ? null : problem(rule, field, `${at}.${name}`);
    if (fault !== null) return fault;
    if (own === undefined && schema.propertyNames !== undefined) {
      const named = asText(schema.propertyNames, name, `${at}: the name ${name}`);
      if (named !== null) return named;
    }
  }
  return null;
}
