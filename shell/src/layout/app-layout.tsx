import { Outlet, useLocation, useSession } from '@mms/sdk'
import { useMinutesAhead } from '@mms/sdk/host'
import { Box, Button, RetryIcon } from '@mms/ui'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { needsDevelopmentBanner } from '../areas/development.ts'
import { ErrorBoundary } from '../areas/error-boundary.tsx'
import { useRegistry } from '../areas/registry.ts'
import { connectQuestions, type ProofQuestion } from '../forms/proof.ts'
import { noteView } from '../notes/notes.ts'
import { HintStrip } from '../pages/hint-strip.tsx'
import { ConnectionIndicator } from './connection-indicator.tsx'
import { useFocusOnNavigation, useKeepFocus } from './focus.ts'
import { Navbar } from './navbar.tsx'
import { goToList, Shortcuts } from './shortcuts.tsx'

const DevelopmentBanner = lazy(async () => ({
  default: (await import('../areas/development-banner.tsx')).DevelopmentBanner,
}))

export function AppLayout() {
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  useKeepFocus(main)
  const { pathname } = useLocation()
  const userId = useSession(({ user }) => user?.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per page
  useEffect(() => noteView(), [pathname])
  return (
    <>
      <SkipLink text="Skip to content" onSkip={() => main.current?.focus()} />
      <SkipLink text="Skip to list" insetStart="11rem" onSkip={() => void goToList()} />
      <Navbar />
      <UpdateHint />
      {needsDevelopmentBanner ? (
        <Suspense>
          <DevelopmentBanner />
        </Suspense>
      ) : null}
      <ClockHint />
      {userId ? <ProofHost key={`${userId} ${pathname}`} /> : null}
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
      <Shortcuts />
    </>
  )
}

interface SkipLinkProps {
  text: string
  insetStart?: string
  onSkip: () => void
}

function SkipLink({ text, insetStart = '2', onSkip }: SkipLinkProps) {
  return (
    <Box
      asChild
      data-screen-only
      position="fixed"
      top="2"
      insetStart={insetStart}
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
        {text}
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

export function ClockHint() {
  const minutes = useMinutesAhead()
  if (minutes === 0) return null
  const distance = `${amountOf(Math.abs(minutes))} ${minutes > 0 ? 'ahead' : 'behind'}`
  return (
    <HintStrip
      palette="orange"
      text={`This computer’s clock is ${distance}. The server’s time is used; please correct the clock.`}
    />
  )
}

const HOUR = 60
const DAY = 24 * HOUR

function amountOf(minutes: number): string {
  if (minutes < 2 * HOUR) return `${minutes} minutes`
  if (minutes < 2 * DAY) return `${Math.round(minutes / HOUR)} hours`
  return `${Math.round(minutes / DAY)} days`
}

const ProofDialog = lazy(async () => ({
  default: (await import('../second-step/proof-dialog.tsx')).ProofDialog,
}))

function GiveUp({ close }: { close: () => void }) {
  useEffect(() => close(), [close])
  return null
}

/** Asks for proof on this page. One question may lead to another: the password, then the second step. */
function ProofHost() {
  const [open, setOpen] = useState<ProofQuestion[]>([])
  useEffect(() => connectQuestions((question) => setOpen((before) => [...before, question])), [])
  const close = (question: ProofQuestion) => {
    question.giveUp()
    setOpen((before) => before.filter((one) => one !== question))
  }
  return (
    <Suspense>
      {open.map((question) => (
        <ErrorBoundary key={question.id} fallback={<GiveUp close={() => close(question)} />}>
          <ProofDialog {...question} onClose={() => close(question)} />
        </ErrorBoundary>
      ))}
    </Suspense>
  )
}
