import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '@/ui/button/button.tsx'

/** The way to the deleted records of a catalogue. */
export function BinLink({ kind }: { kind: CatalogueKind }) {
  const { t } = useTranslation()
  return (
    <Button variant="ghost" asChild>
      <Link to={`/activity?show=bin&kind=${kind}`}>
        <Trash2 aria-hidden />
        {t('Bin')}
      </Link>
    </Button>
  )
}
