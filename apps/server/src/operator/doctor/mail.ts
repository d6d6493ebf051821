import { randomUUID } from 'node:crypto'
import { smtpTransport, tryMailServer } from '@cairn/delivery/mail/smtp'
import type { Config } from '../../settings/config.ts'
import { type Finding, note, ok, reasonOf, trouble } from './finding.ts'

/** Whether the mail server lets us in and, with an address, whether it takes a mail to it. */
export async function checkMail(
  { smtpUrl, mailFrom, publicUrl }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>,
  address: string | null,
): Promise<Finding> {
  if (smtpUrl === null) return note('mail', 'SMTP_URL is not set: mails are kept in the data folder')
  const server = new URL(smtpUrl).host
  try {
    if (address === null) {
      await tryMailServer(smtpUrl)
      return ok('mail', `${server} lets Cairn in; --mail ADDRESS sends a test`)
    }
    const transport = smtpTransport(smtpUrl, 1, { from: mailFrom, host: new URL(publicUrl).hostname })
    try {
      await transport.send(testMail(publicUrl, address))
    } finally {
      transport.close()
    }
    return ok('mail', `${server} took a test for ${address}; look whether it arrived, and where`)
  } catch (error) {
    return trouble('mail', `${server} does not work: ${reasonOf(error)}. Check SMTP_URL and MAIL_FROM.`)
  }
}

function testMail(publicUrl: string, to: string) {
  const text = `This is a test of the mail of Cairn at ${publicUrl}. Nothing is to be done.`
  return {
    id: randomUUID(),
    createdAt: new Date(),
    to,
    subject: 'A test of the mail of Cairn',
    text,
    html: `<p>${text}</p>`,
    unsubscribeUrl: null,
  }
}
