import type { Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Member extends Node {
  readonly key: { readonly name: string };
  readonly value: { readonly body: { readonly body: readonly Node[] } };
}

interface ClassNode extends Node {
  readonly id: { readonly name: string };
  readonly body: { readonly body: readonly Member[] };
}

export interface CalledMethodsOptions {
  /** The end of the module's path. */
  readonly file: string;
  readonly className: string;
  /** What the page calls of it. */
  readonly called: readonly string[];
  /** Fields that the constructor sets and the page does not read. */
  readonly unread: readonly string[];
  /** Fields that the page's options set to false: an `if` that needs one of them goes. */
  readonly off?: readonly string[];
  /** Methods that only log: their calls go. */
  readonly silent?: readonly string[];
}

/**
 * Leaves the methods of a class out of the build that nothing can reach from those that are called: bundlers drop functions, never
 * methods. A name that is read anywhere in what stays keeps the method of that name. Fails the build when the class has no such names.
 */
export function onlyCalledMethods(options: CalledMethodsOptions): Plugin {
  return {
    name: 'pipcast:only-called-methods',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith(options.file)) return undefined;
      return { code: withoutUncalled(code, this.parse(code).body as unknown as Node[], options), map: null };
    },
  };
}

/** The module's code without those methods; `body` is its syntax tree. */
export function withoutUncalled(
  code: string,
  body: readonly Node[],
  { className, called, unread, off = [], silent = [] }: CalledMethodsOptions,
): string {
  const found = body
    .map(declared)
    .find((node) => node.type === 'ClassDeclaration' && node.id.name === className);
  if (found === undefined) throw new Error(`there is no class ${className}`);
  const members = found.body.body;
  const constructor = members.find(({ key }) => key.name === 'constructor');
  const sets = new RegExp(`^this\\.(${unread.join('|')}) = `);
  const unreadSets = (constructor?.value.body.body ?? []).filter(({ start }) => sets.test(code.slice(start)));
  const never = members.flatMap((member) => neverRun(member, off, silent));
  const cuts = [...unreadSets, ...never];
  const missing = [...called, ...silent].filter((name) => !members.some(({ key }) => key.name === name));
  if (missing.length > 0 || unreadSets.length !== unread.length) {
    throw new Error(`${className} is not as expected; missing: ${missing.join(', ') || 'a field'}`);
  }

  const kept = new Set<string>();
  const open = ['constructor', ...called];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (kept.has(name)) continue;
    kept.add(name);
    for (const member of members) {
      if (member.key.name !== name) continue;
      for (const [, read = ''] of textOf(code, member, cuts).matchAll(/\.(\w+)/g)) open.push(read);
    }
  }
  const read = unread.filter((name) => kept.has(name));
  if (read.length > 0) throw new Error(`what is left of ${className} reads ${read.join(', ')}`);
  const dropped = members.filter(({ key }) => !kept.has(key.name));
  const isKept = (cut: Span) => !dropped.some(({ start, end }) => cut.start >= start && cut.end <= end);
  return textOf(code, { start: 0, end: code.length }, [...cuts.filter(isKept), ...dropped]);
}

/** The statements inside a node that log only, or wait for a field that is off. */
function neverRun(node: unknown, off: readonly string[], silent: readonly string[]): Span[] {
  if (node === null || typeof node !== 'object') return [];
  const { type, expression, test, alternate, start, end } = node as Statement;
  // The semicolon stays: the call may be all that an `if` does.
  if (type === 'ExpressionStatement' && silent.includes(fieldOf(expression?.callee) ?? ''))
    return [{ start, end: end - 1 }];
  if (type === 'IfStatement' && alternate === null && needsOneOf(test, off)) return [{ start, end }];
  return Object.values(node).flatMap((child) => neverRun(child, off, silent));
}

interface Expression {
  readonly type: string;
  readonly callee?: Expression;
  readonly operator?: string;
  readonly left?: Expression;
  readonly right?: Expression;
  readonly object?: Expression;
  readonly property?: { readonly name: string };
}

interface Statement extends Node {
  readonly expression?: Expression;
  readonly test?: Expression;
  readonly alternate?: Node | null;
}

/** The name in `this.name`. */
function fieldOf(node: Expression | undefined): string | undefined {
  return node?.object?.type === 'ThisExpression' ? node.property?.name : undefined;
}

function needsOneOf(test: Expression | undefined, names: readonly string[]): boolean {
  if (test === undefined) return false;
  if (test.operator === '&&') return needsOneOf(test.left, names) || needsOneOf(test.right, names);
  return names.includes(fieldOf(test) ?? '');
}

/** What a statement declares, exported or not. */
function declared(node: Node): ClassNode {
  return ((node as { declaration?: Node | null }).declaration ?? node) as ClassNode;
}

type Span = Pick<Node, 'start' | 'end'>;

function textOf(code: string, { start, end }: Span, without: readonly Span[]): string {
  const cuts = without
    .filter((cut) => cut.start >= start && cut.end <= end)
    .sort((a, b) => a.start - b.start);
  const starts = [start, ...cuts.map((cut) => cut.end)];
  return starts.map((from, index) => code.slice(from, cuts[index]?.start ?? end)).join('');
}
