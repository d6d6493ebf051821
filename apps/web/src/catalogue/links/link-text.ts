import { PURPOSE_NAMES, type RecordLink } from '@cairn/workspace/port/records/links'
import type { TFunction } from 'i18next'
import { webAddress } from '@/lib/address/web-address.ts'

/** Returns the label of a link: its title, otherwise its address without the protocol and a final slash. */
export function linkTitle({ title, url }: Pick<RecordLink, 'title' | 'url'>): string {
  if (title !== '') return title
  const address = webAddress(url)
  return address ? `${address.host}${address.pathname}`.replace(/\/$/, '') : url
}

/** Returns a whole link on one line: 'Runbook: On call – https://wiki.example.com/on-call'. */
export function linkLine({ purpose, title, url }: RecordLink, t: TFunction): string {
  const whole = title === '' ? url : `${title} – ${url}`
  return `${t(PURPOSE_NAMES[purpose])}: ${whole}`
}
