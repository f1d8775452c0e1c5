import type { IncomingHttpHeaders } from 'node:http'
import type { Route } from '@mms/service-kit'
import type { Refusals } from '../refusals/refusals.ts'
import type { ConfirmStep, SessionService } from '../sessions/service.ts'
import { codeLimits } from '../throttle/rules.ts'
import { createThrottle } from '../throttle/service.ts'
import { createAppService } from './app-service.ts'
import type { EnrolmentOptions } from './enrolment.ts'
import { createPasskeyService } from './passkey-service.ts'
import { siteOf } from './passkeys.ts'
import { factorRoutes } from './routes.ts'
import { createSecondStep } from './second-step.ts'
import { createFactorService } from './service.ts'
import { createSettingsService } from './settings-service.ts'
import { signInRoutes } from './sign-in-routes.ts'

interface SetupOptions extends Omit<EnrolmentOptions, 'confirmStep'> {
  refusals: Refusals
  /** Where browsers find the suite; passkeys belong to its host. */
  publicOrigin?: string | undefined
}

/** The second steps of sign-ins: what asks for one, and the routes that take and manage them. */
export function setUpSecondSteps({ publicOrigin, ...options }: SetupOptions) {
  const { db, log, now } = options
  const throttle = createThrottle({ db, now, limits: codeLimits })
  const secondStep = createSecondStep({ ...options, throttle })
  const confirmStep: ConfirmStep = (user, step, { origin, device }) =>
    secondStep.confirm(user, step, { site: siteOf(publicOrigin, origin), device })
  const enrolment = { ...options, confirmStep }
  const apps = createAppService(enrolment)
  const siteFor = ({ origin }: IncomingHttpHeaders) => siteOf(publicOrigin, origin)
  return {
    secondStep,
    siteFor,
    /** What a password proves is taken of a user with a second step only with that. */
    confirmStep,
    routesWith: (sessions: Pick<SessionService, 'start'>, secure: boolean): Route[] => [
      ...signInRoutes({ secondStep, apps, sessions, siteFor, secure }),
      ...factorRoutes({
        apps,
        passkeys: createPasskeyService(enrolment),
        factors: createFactorService(enrolment),
        settings: createSettingsService({ db, log, now }),
        siteFor,
      }),
    ],
  }
}
