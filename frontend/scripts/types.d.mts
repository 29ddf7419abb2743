export function typesOf(schema: { $defs: Record<string, object> }): Promise<string>;
