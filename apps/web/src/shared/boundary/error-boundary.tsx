import { Component, type ReactNode } from 'react'
import { logFailure } from '@/lib/log.ts'
import { BrokenScreen } from './broken-screen.tsx'

interface ErrorBoundaryProps {
  /** Another value means another screen, and resets the boundary. */
  screen?: unknown
  /** Tells of the failure itself; then nothing stands in the place of the content. */
  onError?: () => void
  children: ReactNode
}

interface Caught {
  error: unknown
  screen: unknown
}

/** Shows that its content threw, or that its file cannot be loaded, and keeps everything around it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Caught> {
  override state: Caught = { error: null, screen: this.props.screen }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Something that is not an error was thrown.') }
  }

  static getDerivedStateFromProps({ screen }: ErrorBoundaryProps, state: Caught) {
    return screen === state.screen ? null : { error: null, screen }
  }

  override componentDidCatch(error: unknown) {
    logFailure('showing a part of the page', error)
    this.props.onError?.()
  }

  override render() {
    const { children, onError } = this.props
    const { error } = this.state
    if (error === null) return children
    return onError ? null : <BrokenScreen error={error} />
  }
}
