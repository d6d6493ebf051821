import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { MAP_GROUPINGS } from '@cairn/workspace/port/records/record-map'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatNumber } from '@/lib/text/numbers.ts'
import { Select } from '@/ui/form/select.tsx'
import type { Drawing } from './drawing.ts'
import { DEPTHS, DIRECTIONS, type Direction, LENSES, type MapAddress, mapPath } from './map-address.ts'
import { MapSearch } from './map-search.tsx'
import { GROUPING_WORDS, LENS_WORDS } from './spot-look.ts'

const DIRECTION_WORDS: Readonly<Record<Direction, Phrase>> = {
  needs: phrase('What it needs'),
  users: phrase('What needs it'),
  way: phrase('The way to it'),
}

interface MapControlsProps {
  address: MapAddress
  drawing: Drawing | null
}

/** The choices of the map: how far, or by what it is folded, what its colors say, and what is found and highlighted in it. */
export function MapControls({ address, drawing }: MapControlsProps) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const show = (change: Partial<MapAddress>) =>
    void navigate(mapPath({ ...address, ...change }), { replace: true, preventScrollReset: true })
  return (
    <div className="mb-2 flex flex-wrap items-start gap-3 print:hidden">
      {address.record ? (
        <Choice
          label={t('Steps')}
          value={address.depth}
          choices={DEPTHS.map((depth) => [depth, formatNumber(depth, i18n.language)])}
          onChoose={(depth) => show({ depth })}
        />
      ) : (
        <Choice
          label={t('Group by')}
          value={address.by ?? MAP_GROUPINGS[0]}
          choices={MAP_GROUPINGS.map((by) => [by, t(GROUPING_WORDS[by])])}
          onChoose={(by) => show({ by, unfolded: [], at: null })}
        />
      )}
      <Choice
        label={t('Color by')}
        value={address.lens}
        choices={LENSES.map((lens) => [lens, t(LENS_WORDS[lens])])}
        onChoose={(lens) => show({ lens })}
      />
      <MapSearch address={address} drawing={drawing} onFind={(at) => show({ at })} />
      <Choice
        label={t('Highlight')}
        value={address.follow ?? ''}
        choices={[
          ['', t('Nothing else')],
          ...DIRECTIONS.filter((direction) => direction !== 'way' || address.record !== null).map(
            (direction) => [direction, t(DIRECTION_WORDS[direction])] as const,
          ),
        ]}
        onChoose={(follow) => show({ follow: follow === '' ? null : follow })}
      />
    </div>
  )
}

interface ChoiceProps<Value extends string | number> {
  label: string
  value: Value
  choices: readonly (readonly [Value, string])[]
  onChoose: (value: Value) => void
}

function Choice<Value extends string | number>({ label, value, choices, onChoose }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-muted-foreground text-xs">
        {label}
      </label>
      <Select
        id={id}
        value={value}
        className="w-40"
        onChange={({ target }) => {
          const chosen = choices.find(([known]) => String(known) === target.value)
          if (chosen) onChoose(chosen[0])
        }}
      >
        {choices.map(([known, word]) => (
          <option key={known} value={known}>
            {word}
          </option>
        ))}
      </Select>
    </div>
  )
}
