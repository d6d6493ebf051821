import { Component, type ReactNode } from 'react'
import { logFailure } from '@/lib/log.ts'
import { BrokenScreen } from './broken-screen.tsx'

interface ErrorBoundaryProps {
  /** Another value means another screen, and resets the boundary. */
  screen: string
  children: ReactNode
}

/** Shows that a screen threw, or that its code cannot be loaded, and keeps everything around it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; screen: string }> {
  override state = { error: null, screen: this.props.screen }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Something that is not an error was thrown.') }
  }

  static getDerivedStateFromProps({ screen }: ErrorBoundaryProps, state: { screen: string }) {
    return screen === state.screen ? null : { error: null, screen }
  }

  override componentDidCatch(error: unknown) {
    logFailure('showing a screen', error)
  }

  override render() {
    return this.state.error === null ? this.props.children : <BrokenScreen error={this.state.error} />
  }
}
