import { MAP_GROUPINGS } from '@cairn/workspace/port/records/record-map'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatNumber } from '@/lib/text/numbers.ts'
import { Select } from '@/ui/form/select.tsx'
import { DEPTHS, LENSES, type MapAddress, mapPath } from './map-address.ts'
import { GROUPING_WORDS, LENS_WORDS } from './spot-look.ts'

/** The choices of the map: how far, or by what it is folded, and what its colors say. */
export function MapControls({ address }: { address: MapAddress }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const show = (change: Partial<MapAddress>) =>
    void navigate(mapPath({ ...address, ...change }), { replace: true, preventScrollReset: true })
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3 print:hidden">
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
          value={address.by}
          choices={MAP_GROUPINGS.map((by) => [by, t(GROUPING_WORDS[by])])}
          onChoose={(by) => show({ by, unfolded: [] })}
        />
      )}
      <Choice
        label={t('Color by')}
        value={address.lens}
        choices={LENSES.map((lens) => [lens, t(LENS_WORDS[lens])])}
        onChoose={(lens) => show({ lens })}
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
