import { type SubmitEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PHONE, useMediaQuery } from '@/lib/hooks/use-media-query.ts'
import { Input } from '@/ui/form/input.tsx'
import type { Drawing } from './drawing.ts'
import { nextMatch } from './follow.ts'
import type { MapAddress } from './map-address.ts'
import { spotName } from './spot-look.ts'

/** The element of a row's name, which is focused when it was found. */
export const rowId = (spotId: string) => `map row ${spotId}`

interface MapSearchProps {
  address: MapAddress
  drawing: Drawing | null
  onFind: (at: string | null) => void
}

/** Finds what is on the map by its name: Enter leads to the first match, and again to the next. */
export function MapSearch({ address, drawing, onFind }: MapSearchProps) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  const isPictureHidden = useMediaQuery(PHONE)
  const names = (drawing?.spots ?? []).map((spot) => ({ id: spot.id, name: spotName(spot, address.by, t) }))
  const find = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = nextMatch(names, text, address.at)
    setUnknown(found === null && text.trim() !== '')
    onFind(found)
    // The picture stays in view: it shows what was found.
    if (found !== null) document.getElementById(rowId(found))?.focus({ preventScroll: !isPictureHidden })
  }
  return (
    <search>
      <form className="flex flex-col gap-1" onSubmit={find}>
        <label htmlFor={id} className="text-muted-foreground text-xs">
          {t('Find on the map')}
        </label>
        <Input
          id={id}
          type="search"
          list={`${id} names`}
          value={text}
          aria-invalid={isUnknown}
          aria-describedby={`${id} problem`}
          className="w-56"
          onChange={({ target }) => {
            setText(target.value)
            setUnknown(false)
            if (target.value === '') onFind(null)
          }}
        />
        <datalist id={`${id} names`}>
          {[...new Set(names.map(({ name }) => name))].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <p id={`${id} problem`} role="status" className="h-4 text-destructive-foreground text-xs">
          {isUnknown && t('Not on this map')}
        </p>
      </form>
    </search>
  )
}
