import { Component, type ReactNode } from 'react'
import type { KnownArea } from './registry.ts'

interface Props {
  fallback: ReactNode
  area?: KnownArea
  children: ReactNode
}

export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}
