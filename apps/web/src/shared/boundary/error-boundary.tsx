import { Component, type ReactNode } from 'react'
import { CodeMissing } from '@/lib/loading/lazy.ts'
import { logFailure } from '@/lib/log.ts'
import { BrokenScreen } from './broken-screen.tsx'
import { useLoadAgain } from './use-load-again.ts'

interface ErrorBoundaryProps {
  /** Another value means another screen, and resets the boundary. */
  screen?: unknown
  /** Stands in the place of what threw, until code that was missing can be loaded; otherwise the place says what happened. */
  fallback?: ReactNode
  onError?: () => void
  children: ReactNode
}

interface Caught {
  error: unknown
  screen: unknown
}

/** Shows that its content threw, or that its code cannot be loaded, and keeps everything around it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Caught> {
  override state: Caught = { error: null, screen: this.props.screen }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Something that is not an error was thrown.') }
  }

  static getDerivedStateFromProps({ screen }: ErrorBoundaryProps, state: Caught) {
    return screen === state.screen ? null : { error: null, screen }
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof CodeMissing) error.forget()
    logFailure('showing a part of the page', error)
    this.props.onError?.()
  }

  override render() {
    const { children, fallback } = this.props
    const { error } = this.state
    if (error === null) return children
    const drawAgain = () => this.setState({ error: null })
    if (fallback === undefined) return <BrokenScreen error={error} onRetry={drawAgain} />
    if (!(error instanceof CodeMissing)) return fallback
    return (
      <>
        {fallback}
        <ComesLater part={error} onLoaded={drawAgain} />
      </>
    )
  }
}

/** Brings a part once the server can be reached, without a word. */
function ComesLater({ part, onLoaded }: { part: CodeMissing; onLoaded: () => void }) {
  useLoadAgain(part, onLoaded)
  return null
}
