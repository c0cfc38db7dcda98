import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { looseTexts } from './loose-texts.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pipcast-loose-'));
  mkdirSync(join(root, 'src/web/ui'), { recursive: true });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, source: string): void {
  writeFileSync(join(root, 'src/web/ui', name), source);
}

test.each([
  ['words in an element', '<p>Generated</p>'],
  ['a choice of words in an element', '<p>{isOpen ? texts.open : "Closed"}</p>'],
  ['words after a condition', '<p>{isOpen && "Open"}</p>'],
  ['words beside a value', '<p>{count} left</p>'],
  ['the name of a region', '<section aria-label="Market hours" />'],
  ['a label that is chosen', '<Card label={isOpen ? "Open" : texts.closed} />'],
  ['a label in a table', 'const options = [{ value: "market", label: "Market" }]'],
  ['a sentence anywhere', 'const hint = "Check your connection."'],
  ['a sentence put together', 'const title = `${part} stopped working today`'],
  ['the message of an error that people read', 'throw new ApiError("The server cannot be reached")'],
])('%s is refused', (_, code) => {
  write('card.tsx', `\n${code};\n`);
  expect(looseTexts(root)).toEqual([expect.stringMatching(/^src\/web\/ui\/card\.tsx:2: /)]);
});

test.each([
  ['a text of the catalogue', '<p aria-label={texts.hours}>{texts.open}</p>'],
  ['a term', '<h2 aria-label="P-BOT">CALL <b>PUT</b> (UTC+5)</h2>'],
  ['signs', '<b>–</b>'],
  ['classes, codes and paths', '<path className="card card body" d="M2 a b c" role="alert" />'],
  ['what is asked of a value', '<p>{state === "open" ? texts.open : null}</p>'],
  ['an error for those who develop', 'throw new Error("index.html has no root")'],
  ['a type', 'type Name = "Major pairs of all"'],
])('%s is allowed', (_, code) => {
  write('card.tsx', `${code};`);
  expect(looseTexts(root)).toEqual([]);
});

test('tests and catalogues hold texts; two catalogues of one name are refused', () => {
  write('card.test.tsx', '<p>Generated</p>;');
  write('texts.ts', "export const texts = defineTexts('ui', { open: 'Market open' });");
  expect(looseTexts(root)).toEqual([]);
  write('more-texts.ts', "export const more = defineTexts('ui', { closed: 'Closed' });");
  expect(looseTexts(root)).toEqual([
    'src/web/ui/texts.ts: the texts of "ui" stand in src/web/ui/more-texts.ts too',
  ]);
});
