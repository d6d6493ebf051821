import { COLORS, type Color } from '@cairn/workspace/port/records/fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorDot } from '@/ui/display/colored-badge.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/floating/popover.tsx'
import { ListPicker } from '@/ui/picker/list-picker.tsx'
import { COLOR_NAMES } from './color-names.ts'

interface ColorButtonProps {
  color: Color
  label: string
  onPick: (color: Color) => void
}

/** A dot in a color, which opens the palette. */
export function ColorButton({ color, label, onPick }: ColorButtonProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        aria-label={label}
        title={label}
        className="grid size-7 shrink-0 place-items-center rounded-md border border-input hover:bg-accent max-md:size-10"
      >
        <ColorDot color={color} />
      </PopoverTrigger>
      <PopoverContent aria-label={label} className="w-44">
        <ListPicker
          label={label}
          options={COLORS.map((one) => ({
            id: one,
            label: t(COLOR_NAMES[one]),
            leading: <ColorDot color={one} />,
          }))}
          chosen={[color]}
          searchable={false}
          onPick={(id) => {
            setOpen(false)
            const picked = COLORS.find((one) => one === id)
            if (picked) onPick(picked)
          }}
          emptyText=""
        />
      </PopoverContent>
    </Popover>
  )
}
