import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { ProductId } from '@cairn/workspace/products/common-products'
import type { ProductTexts } from '@cairn/workspace/products/product-texts'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toggled } from '@/lib/toggled.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { firstStepsQueries } from '@/queries/first-steps.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { Button } from '@/ui/button/button.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Checkbox } from '@/ui/form/checkbox.tsx'
import { SearchField } from '@/ui/form/search-field.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { ProductGroups } from './product-groups.tsx'
import { type PickedKind, recordsOf, shownGroups } from './products.ts'
import { useAddRecords } from './use-add-records.ts'
import { useProductTexts } from './use-product-texts.ts'

interface ProductPickerProps {
  kinds: readonly PickedKind[]
  /** Stands beside the button that adds: another way on. */
  aside?: ReactNode
  onDone: () => void
}

/** Common products to tick; each becomes a record. */
export function ProductPicker(props: ProductPickerProps) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useProductTexts()
  if (data) return <Picker {...props} texts={data} />
  if (!isError) return <Skeleton className="h-96" />
  return (
    <ErrorState
      title={t('The list of products could not be loaded')}
      message={t('Check your connection and try again.')}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}

function Picker({ kinds, aside, onDone, texts }: ProductPickerProps & { texts: ProductTexts }) {
  const { t } = useTranslation()
  const me = useMe()
  const isOn = useIsFeatureOn()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly ProductId[]>([])
  const [isMine, setMine] = useState(false)
  const { save, isSaving } = useAddRecords()
  const inUse = kinds.filter((kind) => isOn(CATALOGUES[kind].feature))
  const groups = shownGroups(texts, { text: useDeferredValue(text), kinds: inUse })
  const add = () =>
    save(recordsOf(chosen, texts, isMine ? me.personId : null), {
      onSuccess() {
        setChosen([])
        onDone()
      },
    })
  return (
    <div className="flex flex-col gap-5">
      <SearchField
        label={t('Search products')}
        placeholder={t('Search products')}
        clearLabel={t('Clear search')}
        value={text}
        onType={setText}
        className="max-w-md"
      />
      <ProductGroups
        groups={groups}
        known={useKnownNames(inUse)}
        chosen={chosen}
        onToggle={(id) => setChosen((before) => toggled(before, id))}
      />
      <div className="sticky bottom-0 z-10 -mx-5 -mb-5 flex flex-wrap items-center gap-x-2 gap-y-3 rounded-b-xl border-t bg-card px-5 py-3">
        <Button
          onClick={add}
          pending={isSaving}
          disabledReason={chosen.length === 0 ? t('Tick what you use first.') : null}
        >
          {chosen.length === 0
            ? t('Add')
            : t('Add {{count}} records', {
                count: chosen.length,
                defaultValue_one: 'Add {{count}} record',
              })}
        </Button>
        {aside}
        {chosen.length > 0 && me.personId !== null && (
          <div className="md:ml-2">
            <Checkbox label={t('I am their owner')} checked={isMine} onChange={setMine} />
          </div>
        )}
      </div>
    </div>
  )
}

/**
 * Returns the names that the account already has, as far as its first pages show them: the server leaves the others
 * out.
 */
function useKnownNames(kinds: readonly PickedKind[]): ReadonlySet<string> {
  const workspace = useWorkspace()
  return useQueries({
    queries: kinds.map((kind) => firstStepsQueries.names(workspace, kind)),
    combine: namesOf,
  })
}

function namesOf(answers: readonly { data?: readonly string[] | undefined }[]): ReadonlySet<string> {
  return new Set(answers.flatMap(({ data = [] }) => data.map((name) => name.toLowerCase())))
}
