import { expect, test } from 'vitest';
import { parseChatText } from './messages.ts';
import { chatOrder, MomentReader } from '../words/moment.ts';

test.each([
  ['03/03/26 19.05.11', 'Indonesian'],
  ['3.3.2026 klo 19.05.11', 'Finnish'],
  ['03.03.2026 19.05.11', 'Danish'],
  ['03/03/2026, 19:05:11', 'Portuguese'],
  ['03/03/26, 7:05:11 अपराह्न', 'Hindi'],
  ['3/3/2026، 7:05:11 م', 'Arabic'],
  ['3/3/26، 7:05:11 بعد دوپہر', 'Urdu'],
  ['3.03.2026 ÖS 7:05:11', 'Turkish'],
  ['03.03.2026, 19:05:11', 'Russian'],
  ['03/03/26, 7:05:11\u202fp.\u00a0m.', 'Spanish of Mexico'],
  ['03/03/2026 à 19:05:11', 'French'],
  ['2026-03-03 kl. 19:05:11', 'Swedish'],
  ['3.03.26 г., 19:05:11', 'Bulgarian'],
  ['2026/3/3 下午7:05:11', 'Chinese'],
  ['2026. 3. 3. 오후 7:05:11', 'Korean'],
  ['2026. 03. 03. 19:05:11', 'Hungarian'],
  ['19:05:11, 3/3/2026', 'Vietnamese'],
  ['7:05:11 p. m., 3/3/2026', 'Spanish, copied from the web'],
])('a message begins with the time %s of a phone in %s', (time) => {
  for (const head of [`[${time}] `, `${time} - `]) {
    const [message] = parseChatText(`${head}Budi: menang\n${head}Budi: kalah`) ?? [];
    expect(message).toMatchObject({ author: 'Budi', text: 'menang' });
    const moments = new MomentReader(chatOrder([message?.time ?? '']));
    expect(moments.read(message?.time ?? '')?.localMs).toBe(Date.UTC(2026, 2, 3, 19, 5, 11));
  }
});

test('a date with dots has its day first, also beside AM and PM', () => {
  expect(chatOrder(['4.03.2026 7:05:11 pm'])).toBe('day first');
  expect(chatOrder(['4/03/2026 7:05:11 pm'])).toBe('month first');
});
