import { Outlet, useLocation } from '@mms/sdk'
import { Box, Button, RetryIcon } from '@mms/ui'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { concernsDevelopment } from '../areas/development.ts'
import { useRegistry } from '../areas/registry.ts'
import { noteView } from '../notes/notes.ts'
import { HintStrip } from '../pages/hint-strip.tsx'
import { ClockHint } from './clock-hint.tsx'
import { ConnectionIndicator } from './connection-indicator.tsx'
import { useFocusOnNavigation } from './focus-on-navigation.ts'
import { useKeepFocus } from './keep-focus.ts'
import { Navbar } from './navbar.tsx'
import { ProofHost } from './proof-host.tsx'

const DevelopmentBanner = lazy(async () => ({
  default: (await import('../areas/development-banner.tsx')).DevelopmentBanner,
}))

export function AppLayout() {
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  useKeepFocus(main)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per page
  useEffect(() => noteView(), [pathname])
  return (
    <>
      <SkipLink onSkip={() => main.current?.focus()} />
      <Navbar />
      <UpdateHint />
      {concernsDevelopment ? (
        <Suspense>
          <DevelopmentBanner />
        </Suspense>
      ) : null}
      <ClockHint />
      <ProofHost />
      <ConnectionIndicator />
      <Box
        as="main"
        id="main"
        ref={main}
        tabIndex={-1}
        maxW="8xl"
        mx="auto"
        px={{ base: '3', md: '6' }}
        py={{ base: '5', md: '3' }}
      >
        <Outlet />
      </Box>
    </>
  )
}

function SkipLink({ onSkip }: { onSkip: () => void }) {
  return (
    <Box
      asChild
      data-screen-only
      position="fixed"
      top="2"
      insetStart="2"
      zIndex="skipNav"
      px="4"
      py="2"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="md"
      boxShadow="md"
      transform="translateY(-300%)"
      _focus={{ transform: 'none' }}
    >
      {/* biome-ignore lint/a11y/useValidAnchor: links to #main without a change of address for the router */}
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          onSkip()
        }}
      >
        Skip to content
      </a>
    </Box>
  )
}

function UpdateHint() {
  const { newerBuild, urgent } = useRegistry()
  if (!newerBuild) return null
  return (
    <HintStrip
      palette="brand"
      text={urgent === undefined ? 'A new version is ready.' : `Please reload now: ${urgent}`}
    >
      <Button size="xs" variant="outline" bg="bg.panel" onClick={() => window.location.reload()}>
        <RetryIcon aria-hidden />
        Reload
      </Button>
    </HintStrip>
  )
}
