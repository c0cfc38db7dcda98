/**
 * A chat and a table of which most patterns read something. A browser compiles the words of all languages where they are first used, which
 * takes seconds: a reading of these takes that time before a file comes.
 */
export const EACH_PATTERN: readonly string[] = [
  '[1/2/26, 9:00] A: Hola ✨ máximo un gale si se pierde\n[1/2/26, 9:01] A: 📊 EURUSD OTC\n⏰ 1 min\n🟢 CALL\n[1/2/26, 9:05] A: Win ✅ gale 1\n[1/2/26, 9:07] B: gracias 🙏\n[1/2/26, 9:10] A: 📊 EURUSD PUT 🔴\n[1/2/26, 9:15] A: not this time 😔\n[1/2/26, 9:16] A: Total: 1 ✅ 1 ❌',
  'time,pair,side,result\n2026-02-01 09:00,EURUSD,CALL,win ✅\n2026-02-01 09:10,EURUSD,PUT,loss ❌',
];
