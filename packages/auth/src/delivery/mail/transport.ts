/** A mail ready to leave. Sent again (after a crash, say) it has the same id and date, so that it can be recognised. */
export interface Mail {
  id: string
  createdAt: Date
  to: string
  subject: string
  html: string
  text: string
}

/** The way out. `send` resolves when the other side has accepted the mail, and rejects when it may not have. */
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
