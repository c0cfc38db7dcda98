export type Encoding = 'br' | 'gzip' | 'identity';

/** In the order the server prefers them: smallest first. */
const PREFERRED: readonly Encoding[] = ['br', 'gzip'];

/** The smallest available encoding that an Accept-Encoding header allows; identity when it allows no other. */
export function chooseEncoding(
  header: string | undefined,
  available: { has(encoding: Encoding): boolean },
): Encoding {
  if (header === undefined) return 'identity';
  const accepted = new Map<string, boolean>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const refused = parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter));
    accepted.set(name, !refused);
  }
  const allows = (encoding: Encoding) => accepted.get(encoding) ?? accepted.get('*') ?? false;
  return PREFERRED.find((encoding) => available.has(encoding) && allows(encoding)) ?? 'identity';
}
