import type { Cairn } from './test.ts'

/** The link out of the next mail to an address, whole, as its reader would follow it. */
export async function linkTo({ mailbox }: Pick<Cairn, 'mailbox'>, email: string): Promise<string> {
  const { text = '' } = await mailbox.next(email)
  const link = /https?:\/\/\S+\/auth\/confirm\?\S+/.exec(text)?.[0]
  if (link === undefined) throw new Error(`The mail has no link:\n${text}`)
  return link
}
