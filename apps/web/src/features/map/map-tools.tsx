import { Download, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePrinting } from '@/lib/browser/printing.ts'
import { saveFile } from '@/lib/browser/save-file.ts'
import { formatDateTime } from '@/lib/text/dates.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useMe } from '@/queries/context.tsx'
import { datedName } from '@/shared/export/dated-name.ts'
import { Button } from '@/ui/button/button.tsx'
import type { Drawing } from './drawing.ts'
import type { MapAddress } from './map-address.ts'
import { mapFile } from './map-file.ts'
import type { Picture } from './picture.ts'
import { spotName, spotWords } from './spot-look.ts'

interface MapToolsProps {
  title: string
  /** Says what the map shows. */
  notes: readonly string[]
  drawing: Drawing | null
  picture: Picture | null
  address: MapAddress
}

/** Takes the map away: as a file, and on paper. */
export function MapTools({ title, notes, drawing, picture, address }: MapToolsProps) {
  const { t, i18n } = useTranslation()
  const { account } = useMe()
  const save = (drawn: Drawing, picture: Picture) => {
    const now = new Date()
    const file = mapFile({
      ...{ title, picture, measure: measuring() },
      notes: [
        [account?.name, formatDateTime(now, i18n.language)].filter(Boolean).join(' · '),
        notes.join(' · '),
      ],
      boxes: drawn.spots.map((spot) => ({
        id: spot.id,
        name: spotName(spot, address.by, t),
        ...spotWords(spot, address.lens, t),
        isStrong: spot.id === address.record?.id || spot.id === address.at,
      })),
      numberOf: (total) => formatNumber(total, i18n.language),
    })
    saveFile(new Blob([file], { type: 'image/svg+xml' }), datedName('map', 'svg', now))
  }
  return (
    <div className="flex gap-1">
      <Button
        variant="ghost"
        size="sm"
        disabled={!drawing || !picture}
        onClick={() => drawing && picture && save(drawing, picture)}
      >
        <Download aria-hidden />
        {t('Download as SVG')}
      </Button>
      <Button variant="ghost" size="sm" disabled={!drawing} onClick={() => print()}>
        <Printer aria-hidden />
        {t('Print')}
      </Button>
    </div>
  )
}

/** Measures texts as the browser draws them. */
function measuring(): (text: string, font: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  return (text, font) => {
    if (!context) return text.length * 8
    context.font = font
    return context.measureText(text).width
  }
}

/** On paper, above the map: whose it is, when it was printed, and what it shows. */
export function MapPrintHead({ notes }: Pick<MapToolsProps, 'notes'>) {
  return usePrinting() ? <PrintHead notes={notes} /> : null
}

function PrintHead({ notes }: Pick<MapToolsProps, 'notes'>) {
  const { i18n } = useTranslation()
  const { account } = useMe()
  return (
    <div className="hidden text-sm print:block">
      <p>{[account?.name, formatDateTime(new Date(), i18n.language)].filter(Boolean).join(' · ')}</p>
      <p>{notes.join(' · ')}</p>
    </div>
  )
}
