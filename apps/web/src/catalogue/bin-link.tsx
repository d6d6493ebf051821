import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '@/ui/button.tsx'
import type { CatalogueKind } from '@/workspace/port/catalogues.ts'

/** The way to the deleted records of a catalogue. */
export function BinLink({ kind }: { kind: CatalogueKind }) {
  const { t } = useTranslation()
  return (
    <Button variant="ghost" asChild>
      <Link to={`/bin?kind=${kind}`}>
        <Trash2 aria-hidden />
        {t('Bin')}
      </Link>
    </Button>
  )
}
