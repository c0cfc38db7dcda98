/** The digits of the scripts of the page's languages, 0 to 9 of each. */
const DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯';

/** What was typed, with the digits 0 to 9 in place of those of its language. */
export function plainDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹०-९০-৯]/g, (digit) => String(DIGITS.indexOf(digit) % 10));
}

/** A whole number below 10,000,000 as it was typed, with or without groups of digits; undefined where the text is none. */
export function wholeOf(text: string): number | undefined {
  const typed = plainDigits(text).trim();
  // The last group has three digits: `10.5` is no whole number.
  if (!/^(?:\d+|\d{1,3}(?:[\s,.]\d{2,3})*[\s,.]\d{3})$/.test(typed)) return undefined;
  const digits = typed.replace(/\D/g, '');
  return digits.length > 7 ? undefined : Number(digits);
}
