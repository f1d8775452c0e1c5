import type { IncomingHttpHeaders } from 'node:http'
import type { Route } from '@mms/service-kit'
import type { RefusalLog } from '../refusals/refusals.ts'
import type { ConfirmStep, SessionService } from '../sessions/service.ts'
import { codeLimits } from '../throttle/rules.ts'
import { createThrottle } from '../throttle/service.ts'
import { createAppService, createPasskeyService, type EnrolmentOptions } from './enrolment.ts'
import { siteOf } from './passkeys.ts'
import { factorRoutes } from './routes.ts'
import { createSecondStep } from './second-step.ts'
import { createFactorService } from './service.ts'
import { createSettingsService } from './settings-service.ts'
import { signInRoutes } from './sign-in-routes.ts'

interface SetupOptions extends Omit<EnrolmentOptions, 'confirmStep'> {
  refusals: RefusalLog
  /** Address of the suite in browsers; passkeys are bound to its host. */
  publicOrigin?: string | undefined
}

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
    /** Users with a second step must also pass it when they prove their password. */
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
