import { phrase } from '@cairn/workspace/lib/phrase'
import { LINK_PURPOSES } from '@cairn/workspace/port/records/link-purposes'
import { MAX_LINKS, type RecordLink } from '@cairn/workspace/port/records/links'
import { z } from 'zod/mini'
import { isWebAddress } from '@/lib/address/web-address.ts'

const link = z
  .object({
    purpose: z.enum(LINK_PURPOSES),
    title: z
      .string()
      .check(z.trim(), z.maxLength(120, phrase('The title of a link must have at most 120 characters.'))),
    url: z.string().check(z.trim()),
  })
  .check(
    z.refine((entered) => isBlank(entered) || isWebAddress(entered.url), {
      path: ['url'],
      error: phrase('Enter a web address that begins with http:// or https://.'),
    }),
  )

/** The links of a record that a form may send. Lines without any text are left out, and are nobody's fault. */
export const linksSchema = z.pipe(
  z
    .readonly(z.array(link))
    .check(z.refine((links) => links.length <= MAX_LINKS, phrase('A record has at most 20 links.'))),
  z.transform((links): readonly RecordLink[] => links.filter((entered) => !isBlank(entered))),
)

function isBlank({ title, url }: Pick<RecordLink, 'title' | 'url'>): boolean {
  return title === '' && url === ''
}
