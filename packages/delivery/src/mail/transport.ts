/** A mail ready to be sent. A retry has the same id and date, so that a duplicate can be recognised. */
export interface Mail {
  id: string
  createdAt: Date
  to: string
  subject: string
  html: string
  text: string
  /** Stops mails of this kind on a POST; null for mails that answer a request. */
  unsubscribeUrl: string | null
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
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribeUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Lets mail programs stop the mails with one press. Source: https://www.rfc-editor.org/rfc/rfc8058 */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  if (url === null) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** The receiving side refuses this message and will go on doing so. */
export class RefusedForGood extends Error {
  override name = 'RefusedForGood'
}
