/** What a row says about its trade that has no end. */
import { parseEnding } from './endings.ts';
import { remembering } from './words.ts';

/** Names of columns that say whether a trade is open. */
export const STATES =
  /^(?:(?:order |trade |position )?(?:status|state|type)|signal|is open|estado|situacao|statut|stato|статус|durum|trang thai|स्थिति|الحالة|状态|状態)$/;
const OPEN =
  /^(?:open(?: (?:position|trade|order|deal))?|opened|pending|placed|active|running|in progress|true|aberta|abierta|pendiente|pendente|offen|ouverte?|aperta|открыта|активна|açık|terbuka|đang mở|持仓中)$/iu;

/** Without a profit these are no ties. */
const UNTRADED =
  /^(?:not (?:executed|taken|traded)|unfilled|failed|skipped|missed|no trade|error)(?!\p{L})/iu;
const PENDING = /^(?:buy|sell) (?:limit|stop)(?!\p{L})/iu;

const isOpen = remembering((cell) => OPEN.test(cell));
const isNever = remembering(
  (cell) => parseEnding(cell) === 'none' || UNTRADED.test(cell) || PENDING.test(cell),
);

/** The state of a trade that did not end, or, where it `isFlat`, that was none; undefined where no cell is one. */
export function stateWithoutEnd(cells: readonly string[], isFlat: boolean): string | undefined {
  return cells.find((cell) => isOpen(cell) || (isFlat && isNever(cell)));
}
