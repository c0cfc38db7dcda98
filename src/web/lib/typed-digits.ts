/** The digits of the scripts of the page's languages, 0 to 9 of each. */
const DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯';

/** What was typed, with the digits 0 to 9 in place of those of its language. */
export function plainDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹०-९০-৯]/g, (digit) => String(DIGITS.indexOf(digit) % 10));
}
