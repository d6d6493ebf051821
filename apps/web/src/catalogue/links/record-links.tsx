import { PURPOSE_NAMES, type RecordLink } from '@cairn/workspace/port/records/links'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { webAddress } from '@/lib/address/web-address.ts'
import { singleKey } from '@/lib/browser/single-key.ts'
import { distinctKeys } from '@/lib/text/distinct-keys.ts'
import { areSingleKeysOn } from '@/shared/keys.ts'
import { ExternalLink } from '@/ui/display/external-link.tsx'
import { hasOpenMenu, topWindow } from '@/ui/floating/open-window.ts'
import { LinkChooser } from './link-chooser.tsx'
import { linkTitle } from './link-text.ts'
import { PURPOSE_ICONS } from './purpose-icon.ts'

/** The links of a record, in new tabs. The key 'o' opens the only one, or a list to choose from. */
export function RecordLinks({ links }: { links: readonly RecordLink[] }) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const { isChoosing, endChoice } = useOpenKey(list)
  const keys = distinctKeys(links.map(({ url }) => url))
  const open = (index: number) => list.current?.querySelectorAll('a')[index]?.click()
  return (
    <>
      <ul ref={list} className="flex flex-col gap-1.5">
        {links.map((link, index) => {
          const Icon = PURPOSE_ICONS[link.purpose]
          const address = webAddress(link.url)
          return (
            <li key={keys[index]} className="flex min-w-0 items-center gap-2">
              <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
              <span className="shrink-0 text-muted-foreground">{t(PURPOSE_NAMES[link.purpose])}</span>
              {address ? (
                <ExternalLink to={address}>{linkTitle(link)}</ExternalLink>
              ) : (
                <span className="truncate">{linkTitle(link)}</span>
              )}
            </li>
          )
        })}
      </ul>
      {isChoosing && <LinkChooser links={links} list={list} onChoose={open} onClose={endChoice} />}
    </>
  )
}

function useOpenKey(list: RefObject<HTMLUListElement | null>) {
  const [isChoosing, setChoosing] = useState(false)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (singleKey(event) !== 'o' || !areSingleKeysOn() || hasOpenMenu()) return
    const window = topWindow()
    if (window && !window.contains(list.current)) return
    const links = list.current?.querySelectorAll('a') ?? []
    if (links.length === 0) return
    event.preventDefault()
    if (links.length === 1) links[0]?.click()
    else setChoosing(true)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  return { isChoosing, endChoice: () => setChoosing(false) }
}
