/** A column's instant in milliseconds since 1970, as JavaScript counts them; null stays null. */
export const msOf = (column: string): string => `floor(extract(epoch from ${column}) * 1000)::float8`;
