/** The number of connections that a mail server usually accepts from one client. */
export const DEFAULT_MAIL_CONNECTIONS = 5
