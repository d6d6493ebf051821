import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { type Mail, type MailTransport, messageFields } from './transport.ts'

/**
 * Keeps every mail as a file, for installations without a mail server. A file appears whole or not at all, and a mail
 * that is sent again replaces its own file. Links in mails open accounts: only this user may read them.
 */
export function outboxMailTransport(
  directory: string,
  sender: { from: string; host: string },
): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageFields(mail, sender))
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed as a whole.')
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const path = join(directory, fileName(mail))
      await writeFile(`${path}.part`, message, { mode: 0o600, flush: true })
      await rename(`${path}.part`, path)
    },
    close: () => composer.close(),
  }
}

/** Sorts by time: `20261121T120000Z-<id>.eml`. */
function fileName(mail: Mail): string {
  const time = mail.createdAt.toISOString().replace(/[-:]|\.\d+/g, '')
  return `${time}-${mail.id}.eml`
}
