import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { addressProblemText } from './address-problem-words.ts'
import type { AddressProblem } from './list-address.ts'

interface AddressProblemsProps {
  problems: readonly AddressProblem[]
  /** Takes out of the address what the list does not have. */
  onRemove: () => void
}

/** What an address asks for that the list does not have: each in a sentence, and the way to go on without. */
export function AddressProblems({ problems, onRemove }: AddressProblemsProps) {
  const { t } = useTranslation()
  const isFilter = problems.some(({ part }) => part === 'filter')
  const sentences = [...new Set(problems.map((problem) => addressProblemText(problem, t)))]
  return (
    <div role="alert" className="flex items-start gap-3 rounded-md border bg-muted/50 px-3 py-2.5 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {isFilter
            ? t('This list cannot be shown as its address asks.')
            : t('This list is shown without a part of what its address asks.')}
        </p>
        <ul className="mt-0.5 break-words text-muted-foreground">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      <Button variant="outline" size="sm" className="shrink-0" onClick={onRemove}>
        {isFilter ? t('Show Without It') : t('Dismiss')}
      </Button>
    </div>
  )
}
