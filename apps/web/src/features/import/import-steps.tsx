import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useMe } from '@/queries/context.tsx'
import { PlanStep } from './check/plan-step.tsx'
import { SendRows } from './check/send-rows.tsx'
import { DraftStoreProvider, draftStoreOf, useDraftStore, useImportDraft } from './state/use-import-draft.ts'
import { ColumnsStep } from './steps/columns-step.tsx'
import { FileStep } from './steps/file-step.tsx'
import { importPath, planPath, readAddress } from './steps/import-address.ts'
import { LeftImports } from './steps/left-imports.tsx'
import { ReadingStep } from './steps/reading-step.tsx'
import { type Step, StepList } from './steps/step-list.tsx'

/** The steps of an import, one of which is shown. */
export function ImportSteps({ kind }: { kind: CatalogueKind }) {
  const { personId } = useMe()
  return (
    <DraftStoreProvider value={draftStoreOf(personId ?? 'guest')}>
      <Steps kind={kind} />
    </DraftStoreProvider>
  )
}

function Steps({ kind }: { kind: CatalogueKind }) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const store = useDraftStore()
  const { preview, plan: made } = useImportDraft()
  const { step: asked, plan } = readAddress(params)
  // Without its file, only a plan has more than the first step.
  const step =
    plan === null && preview === null ? 'file' : plan === null && asked === 'check' ? 'columns' : asked
  const go = (next: Step) => void navigate(importPath(kind, next))
  const showPlan = (id: string) => void navigate(planPath(kind, id))
  const again = () => {
    store.forget()
    go('file')
  }
  const main = useFocusOnStep(step)
  useEffect(() => store.setKind(kind), [store, kind])
  return (
    <div ref={main}>
      <StepList
        current={step}
        reached={reachedFrom(preview !== null, made !== null)}
        onGo={(next) => (next === 'check' && made ? showPlan(made.id) : go(next))}
      />
      {step === 'file' && (
        <div className="in-order flex flex-col gap-5">
          <FileStep
            kind={kind}
            onKind={(next) => void navigate(importPath(next), { replace: true })}
            onRead={() => go('reading')}
          />
          <LeftImports />
        </div>
      )}
      {step === 'reading' && preview && (
        <ReadingStep preview={preview} onBack={() => go('file')} onNext={() => go('columns')} />
      )}
      {step === 'columns' && preview && (
        <ColumnsStep kind={kind} preview={preview}>
          {(ready) => (
            <SendRows {...{ kind, preview, ready }} onBack={() => go('reading')} onSent={showPlan} />
          )}
        </ColumnsStep>
      )}
      {plan !== null && (
        <PlanStep
          id={plan}
          onBack={preview && made?.id === plan ? () => go('columns') : null}
          onAgain={again}
        />
      )}
    </div>
  )
}

function reachedFrom(isRead: boolean, isChecked: boolean): readonly Step[] {
  if (!isRead) return ['file']
  return isChecked ? ['file', 'reading', 'columns', 'check'] : ['file', 'reading', 'columns']
}

/** A step that comes takes the focus, and begins at its top. */
function useFocusOnStep(step: Step) {
  const main = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    const current = main.current?.querySelector<HTMLElement>('[aria-current="step"]')
    current?.focus({ preventScroll: true })
    current?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return main
}
