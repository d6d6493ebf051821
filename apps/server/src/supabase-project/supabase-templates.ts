import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuthSettings } from '@cairn/auth/options'
import type { MailTemplate } from '@cairn/delivery/port/templates'
import type { AuthFile } from './supabase-file.ts'

type Named = AuthFile['email']['template']

/** The mails that Supabase has too, the one about an account that exists already, and the one about what changed. */
export async function readTemplates(folder: string, named: Named): Promise<AuthSettings['templates']> {
  // The CLI resolves these paths from the project's root, one above its own folder.
  const read = ({ content_path, subject }: Named[keyof Named]) =>
    readTemplate(join(folder, '..', content_path), subject)
  return {
    confirmation: await read(named.confirmation),
    invite: await read(named.invite),
    magicLink: await read(named.magic_link),
    recovery: await read(named.recovery),
    emailChange: await read(named.email_change),
    reauthentication: await read(named.reauthentication),
    existingAccount: await ownTemplate(folder, 'existing-account'),
    securityChange: await ownTemplate(folder, 'security-change'),
  }
}

/** A mail of a kind that Supabase has not: its subject is the title of the page. */
export const ownTemplate = (folder: string, name: string) =>
  readTemplate(join(folder, 'templates', `${name}.html`), null)

/** A mail in HTML and, beside it, in plain text. */
async function readTemplate(path: string, subject: string | null): Promise<MailTemplate> {
  const html = await readFile(path, 'utf8')
  return {
    subject: subject ?? /<title>([^<]*)<\/title>/.exec(html)?.[1]?.trim() ?? '',
    html,
    text: await readFile(path.replace(/\.html$/, '.txt'), 'utf8'),
  }
}
