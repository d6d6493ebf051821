import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DropdownMenuItem } from '../floating/dropdown-menu.tsx'

interface MoveItemsProps {
  /** Where the entry stands, from 0, and among how many. */
  place: number
  count: number
  onMove: (to: number) => void
}

/** Entries of a menu that move something by one place, as far as it can be moved. */
export function MoveItems({ place, count, onMove }: MoveItemsProps) {
  const { t } = useTranslation()
  return (
    <>
      {place > 0 && (
        <DropdownMenuItem onSelect={() => onMove(place - 1)}>
          <ArrowUp aria-hidden />
          {t('Move Up')}
        </DropdownMenuItem>
      )}
      {place < count - 1 && (
        <DropdownMenuItem onSelect={() => onMove(place + 1)}>
          <ArrowDown aria-hidden />
          {t('Move Down')}
        </DropdownMenuItem>
      )}
    </>
  )
}
