import type { RecordLink } from '@cairn/workspace/port/records/links'
import { useTranslation } from 'react-i18next'
import { webAddress } from '@/lib/address/web-address.ts'
import { distinctKeys } from '@/lib/text/distinct-keys.ts'
import { linkLine } from './link-text.ts'
import { PURPOSE_ICONS } from './purpose-icon.ts'

const MOST = 5

/** The links of a record in a cell: the icon of each purpose, which leads there in a new tab. */
export function LinkIcons({ links }: { links: readonly RecordLink[] }) {
  const { t } = useTranslation()
  const shown = links.slice(0, MOST)
  const keys = distinctKeys(shown.map(({ url }) => url))
  return (
    <span className="inline-flex items-center gap-0.5">
      {shown.map((link, index) => {
        const Icon = PURPOSE_ICONS[link.purpose]
        const address = webAddress(link.url)
        if (address === null) return null
        return (
          <a
            key={keys[index]}
            href={address.href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={linkLine(link, t)}
            title={linkLine(link, t)}
            className="grid size-6 place-items-center rounded-sm text-muted-foreground hover:bg-accent hover:text-link"
          >
            <Icon aria-hidden className="size-4" />
          </a>
        )
      })}
      {links.length > MOST && (
        <span className="text-muted-foreground text-xs tabular-nums">+{links.length - MOST}</span>
      )}
    </span>
  )
}
