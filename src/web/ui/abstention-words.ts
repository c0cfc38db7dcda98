import { abstentionTexts } from './reason-texts.ts';

/** Why a decision gave no signal; a code of another version stands for itself. */
export function abstentionWords(code: string): string {
  return Object.hasOwn(abstentionTexts, code) ? abstentionTexts[code as keyof typeof abstentionTexts] : code;
}
