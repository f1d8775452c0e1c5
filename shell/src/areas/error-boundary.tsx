import { Component, type ReactNode } from 'react'
import type { KnownArea } from './registry.ts'

interface Props {
  fallback: ReactNode
  /** Whose the children are, for reports of what they throw. */
  area?: KnownArea
  children: ReactNode
}

/** Shows `fallback` in the place of children that throw. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}
