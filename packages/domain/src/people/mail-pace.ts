/** How mails about one's work come: each at once, all of a day together in the morning, or only those about a deadline. */
export const mailPaces = ['at_once', 'daily', 'deadlines'] as const;
export type MailPace = (typeof mailPaces)[number];
