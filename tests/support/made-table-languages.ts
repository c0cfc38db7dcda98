/** What tables of track records are written with: words, months and digits of languages. */

/** What columns, cells and rows are called, in the order of the words of a language. */
export const KEYS =
  'time date clock closed pair side expiry entry exit stake payout profit returned result id balance note fee state gain loss won lost tied call put total part deposit open cancelled'.split(
    ' ',
  );
export const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'Time/Open time/Entry time/Opened|Date|Time/Hour|Close time/Closed|Pair/Asset/Symbol/Instrument|Direction/Side/Type|Expiry/Duration|Entry price/Open price|Exit price/Close price|Stake/Amount/Investment|Payout/Payout rate|Profit/P&L/PnL/Net result|Returned/Paid back/Amount received/Came back|Result/Outcome/Win or loss|ID/Ticket/Trade no|Balance|Notes/Comment|Commission/Fee|Status|Gain/Won amount|Loss/Lost amount|Win/Won/WIN/Profit|Loss/Lost/LOSS|Tie/Draw|CALL/Buy/Up/Higher|PUT/Sell/Down/Lower|Total|Subtotal/Day total|Deposit|Open|Cancelled',
  de: 'Eröffnungszeit/Zeitpunkt|Datum|Uhrzeit/Zeit|Schließzeit/Geschlossen|Paar/Basiswert/Symbol|Richtung/Art|Laufzeit/Dauer|Einstiegskurs/Eröffnungskurs|Ausstiegskurs/Schlusskurs|Einsatz/Betrag|Auszahlungsquote/Rendite|Gewinn/Gewinn-Verlust/G und V|Rückzahlung/Ausgezahlt/Erhalten|Ergebnis/Ausgang|Auftragsnummer/ID|Kontostand/Saldo|Bemerkung/Kommentar|Gebühr/Provision|Status|Gewinn|Verlust|Gewonnen/Gewinn|Verloren/Verlust|Unentschieden|Kauf/Steigt/Hoch|Verkauf/Fällt/Runter|Summe/Gesamt|Zwischensumme/Tagessumme|Einzahlung|Offen|Storniert',
  es: 'Hora de apertura/Fecha y hora|Fecha|Hora|Hora de cierre/Cierre|Par/Activo/Divisa|Dirección/Tipo/Operación|Expiración/Duración|Precio de entrada/Precio de apertura|Precio de salida/Precio de cierre|Importe/Inversión/Monto|Pago/Rentabilidad|Beneficio/Ganancia/Resultado neto|Devuelto/Retorno/Importe recibido|Resultado|ID/Número de orden|Saldo|Comentario/Notas|Comisión|Estado|Ganancias|Pérdidas|Ganada/Ganado/GANADA|Perdida/Perdido/PERDIDA|Empate|Compra/Sube/Arriba|Venta/Baja/Abajo|Total|Subtotal/Total del día|Depósito|Abierta|Cancelada',
  pt: 'Data e hora/Hora de abertura/Abertura|Data|Hora/Horário|Hora de fechamento/Fechamento|Par/Ativo/Paridade|Direção/Tipo|Expiração/Vencimento|Preço de entrada/Preço de abertura|Preço de saída/Preço de fechamento|Valor/Investimento/Entrada|Payout/Lucratividade|Lucro/Lucro ou prejuízo|Retorno/Recebido/Valor devolvido|Resultado|ID/Número|Saldo|Comentário/Observações|Comissão/Taxa|Status/Estado|Ganhos|Perdas|Vitória/Ganhou/GANHO|Derrota/Perdeu/PERDA|Empate|Compra/Acima/CALL|Venda/Abaixo/PUT|Total|Subtotal/Total do dia|Depósito|Aberta|Cancelada',
  fr: "Date et heure/Heure d'ouverture/Ouverture|Date|Heure|Heure de fermeture/Fermeture|Paire/Actif|Sens/Direction|Durée/Échéance|Prix d'entrée/Prix d'ouverture|Prix de sortie|Mise/Montant|Rendement/Paiement|Gain net/Bénéfice/Profit|Retour/Versement/Montant reçu|Résultat/Issue|ID/Ordre|Solde|Commentaire/Remarque|Frais/Commission|Statut|Gains|Pertes|Gagné/Gagnant|Perdu/Perdant|Égalité/Nul|Achat/Hausse|Vente/Baisse|Total|Sous-total/Total du jour|Dépôt|Ouverte|Annulé",
  it: 'Data e ora/Orario di apertura|Data|Ora|Chiusura/Orario di chiusura|Coppia/Strumento|Direzione/Tipo|Scadenza/Durata|Prezzo di apertura|Prezzo di chiusura|Importo/Investimento/Puntata|Rendimento|Profitto/Utile|Ricavo/Rimborsato|Risultato/Esito|ID|Saldo|Commento/Note|Commissione|Stato|Guadagni|Perdite|Vinta/Vinto|Persa/Perso|Pareggio|Acquisto/Rialzo|Vendita/Ribasso|Totale|Subtotale/Totale del giorno|Deposito|Aperta|Annullata',
  ru: 'Время открытия/Дата и время|Дата|Время|Время закрытия/Закрытие|Пара/Актив/Инструмент|Направление/Тип|Экспирация/Длительность|Цена открытия|Цена закрытия|Сумма/Ставка|Доходность/Выплата|Прибыль/Доход|Возврат/Получено|Результат/Итог|ID/Номер сделки|Баланс|Комментарий/Заметки|Комиссия|Статус|Прибыль|Убыток|Выигрыш/Прибыль/Плюс|Проигрыш/Убыток/Минус|Ничья/Возврат|Вверх/Купить/Выше|Вниз/Продать/Ниже|Итого|Итого за день|Пополнение|Открыта|Отменена',
  tr: 'Açılış zamanı/Tarih ve saat|Tarih|Saat|Kapanış zamanı|Parite/Varlık|Yön/İşlem tipi|Süre/Vade|Açılış fiyatı|Kapanış fiyatı|Tutar/Yatırım|Getiri oranı|Kar/Kar zarar/Net kar|Ödenen/Geri ödeme|Sonuç|ID/Emir no|Bakiye|Not/Yorum|Komisyon|Durum|Kazanç|Kayıp|Kazandı/Kazanç|Kaybetti/Kayıp|Berabere|Alış/Yukarı|Satış/Aşağı|Toplam|Ara toplam/Günlük toplam|Para yatırma|Açık|İptal',
  id: 'Waktu/Waktu buka|Tanggal|Jam/Pukul|Waktu tutup|Aset/Pasangan|Arah/Tipe|Durasi|Harga buka|Harga tutup|Jumlah/Investasi|Pembayaran|Keuntungan/Laba/Untung rugi|Pengembalian/Diterima|Hasil|ID/No order|Saldo|Catatan/Komentar|Komisi|Status|Untung|Rugi|Menang/Untung/Profit|Kalah/Rugi/Loss|Seri|Naik/Beli|Turun/Jual|Total|Subtotal/Total harian|Setoran|Terbuka|Dibatalkan',
  vi: 'Thời gian/Thời gian mở|Ngày|Giờ|Thời gian đóng|Cặp tiền/Tài sản|Hướng/Loại lệnh|Thời hạn|Giá mở|Giá đóng|Số tiền/Đầu tư|Tỷ lệ|Lợi nhuận/Lãi lỗ|Tiền nhận/Hoàn trả|Kết quả|ID/Mã lệnh|Số dư|Ghi chú|Phí|Trạng thái|Lãi|Lỗ|Thắng|Thua|Hòa|Tăng/Mua|Giảm/Bán|Tổng cộng|Tổng ngày|Nạp tiền|Đang mở|Đã hủy',
  hi: 'समय/खुलने का समय|तारीख/दिनांक|समय|बंद होने का समय|जोड़ी|दिशा|अवधि|खुलने का भाव|बंद भाव|राशि/निवेश|भुगतान|लाभ/लाभ हानि|वापसी/प्राप्त राशि|परिणाम/नतीजा|ऑर्डर नंबर|शेष|टिप्पणी|शुल्क|स्थिति|लाभ|हानि|जीत|हार|टाई|कॉल/ऊपर|पुट/नीचे|कुल|दिन का कुल|जमा|खुला|रद्द',
  ar: 'الوقت/وقت الفتح|التاريخ|الوقت|وقت الإغلاق|الزوج/الأصل|الاتجاه|المدة|سعر الفتح|سعر الإغلاق|المبلغ/الاستثمار|نسبة الربح|الربح/صافي الربح|المبلغ المسترد|النتيجة|رقم الصفقة|الرصيد|ملاحظات|العمولة|الحالة|الأرباح|الخسائر|ربح/رابحة|خسارة/خاسرة|تعادل|شراء/صعود|بيع/هبوط|المجموع/الإجمالي|مجموع اليوم|إيداع|مفتوحة|ملغاة',
  bn: 'সময়/খোলার সময়|তারিখ|সময়|বন্ধের সময়|জোড়া/সম্পদ|দিক|মেয়াদ|খোলার দাম|বন্ধের দাম|পরিমাণ/বিনিয়োগ|পেআউট|লাভ/লাভ ক্ষতি|ফেরত|ফলাফল|অর্ডার নম্বর|ব্যালেন্স|মন্তব্য|ফি|অবস্থা|লাভ|ক্ষতি|জয়|হার|টাই|কল/উপরে|পুট/নিচে|মোট|দিনের মোট|জমা|খোলা|বাতিল',
  ur: 'وقت/کھلنے کا وقت|تاریخ|وقت|بند ہونے کا وقت|جوڑا/اثاثہ|سمت|دورانیہ|کھلنے کی قیمت|بند قیمت|رقم/سرمایہ کاری|ادائیگی|منافع/نفع نقصان|واپسی|نتیجہ|آرڈر نمبر|بیلنس|تبصرہ|فیس|حالت|منافع|نقصان|جیت|ہار|برابر|کال/اوپر|پٹ/نیچے|کل|دن کا کل|جمع|کھلا|منسوخ',
  zh: '时间/开仓时间|日期|时刻|平仓时间|品种/货币对/资产|方向/类型|到期时间/期限|开仓价|平仓价|投资额/金额|收益率/回报率|盈亏/利润|返还金额/返还|结果/状态|订单号|余额|备注|手续费|状态|盈利|亏损|赢/盈利|输/亏损|平局/平|买涨/看涨/买入|买跌/看跌/卖出|合计|小计/当日合计|入金|持仓中|已取消',
  ja: '取引日時/日時|日付|時刻|判定時刻|通貨ペア/銘柄|方向/売買|期限|取引価格|判定価格|購入金額/金額|ペイアウト率|損益/純利益|払戻額/ペイアウト額|結果/判定|取引番号|残高|メモ/備考|手数料|状態|利益|損失|勝ち/勝/的中|負け/負/外れ|引き分け|ハイ/買い|ロー/売り|合計|小計/当日合計|入金|保有中|取消',
};
export const MONTHS: Readonly<Record<string, string>> = {
  en: 'Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec',
  de: 'Jan.,Feb.,März,April,Mai,Juni,Juli,Aug.,Sept.,Okt.,Nov.,Dez.',
  es: 'ene,feb,mar,abr,may,jun,jul,ago,sep,oct,nov,dic',
  pt: 'jan,fev,mar,abr,mai,jun,jul,ago,set,out,nov,dez',
  fr: 'janv.,févr.,mars,avr.,mai,juin,juil.,août,sept.,oct.,nov.,déc.',
  ru: 'янв.,февр.,марта,апр.,мая,июня,июля,авг.,сент.,окт.,нояб.,дек.',
  tr: 'Oca,Şub,Mar,Nis,May,Haz,Tem,Ağu,Eyl,Eki,Kas,Ara',
  id: 'Jan,Feb,Mar,Apr,Mei,Jun,Jul,Agu,Sep,Okt,Nov,Des',
};
export const DIGITS: Readonly<Record<string, string>> = {
  ar: '٠١٢٣٤٥٦٧٨٩',
  hi: '०१२३४५६७८९',
  bn: '০১২৩৪৫৬৭৮৯',
  ur: '۰۱۲۳۴۵۶۷۸۹',
};
