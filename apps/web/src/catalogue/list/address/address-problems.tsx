import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { addressProblemText } from './address-problem-words.ts'
import type { AddressProblem } from './list-address.ts'

interface AddressProblemsProps {
  problems: readonly AddressProblem[]
  /** Removes from the address the parts that the list does not know. */
  onRemove: () => void
}

/** The parts of an address that the list does not know: each in a sentence, and the way to continue without them. */
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
