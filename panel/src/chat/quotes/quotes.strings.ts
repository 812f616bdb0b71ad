/** Texts of quotes. */
export const quotesStrings = {
  quote: 'Trích dẫn',
  replyTo: (name: string) => `Trả lời ${name}:`,
  remove: 'Bỏ trích dẫn',
} as const;
