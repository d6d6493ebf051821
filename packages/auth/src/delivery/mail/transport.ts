/** A mail ready to be sent. A retry has the same id and date, so that a duplicate can be recognised. */
export interface Mail {
  id: string
  createdAt: Date
  to: string
  subject: string
  html: string
  text: string
}

/** Sends mails. `send` resolves when the mail server has accepted the mail, and rejects when it may not have. */
export interface MailTransport {
  send(mail: Mail): Promise<void>
  close(): void
}

/** The fields of a message that both transports share. */
export function messageFields(mail: Mail, sender: { from: string; host: string }) {
  return {
    from: sender.from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.createdAt,
    messageId: `<${mail.id}@${sender.host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The receiving side refuses this message and will go on doing so. */
export class RefusedForGood extends Error {
  override name = 'RefusedForGood'
}
