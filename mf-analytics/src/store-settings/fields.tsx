import { climates, type StoreSettingsShown, seasons } from '@mms/contracts'
import { DateField } from '@mms/sdk'
import { fieldProps } from '@mms/sdk/forms'
import { Heading, NumberField, SelectField, SimpleGrid, Stack, Text } from '@mms/ui'
import type { ReactNode } from 'react'
import { climateName, seasonName } from '../climate/words.ts'
import type { SettingsForm } from './form-values.ts'

type Form = SettingsForm

const SERVICE_LEVELS = [0.9, 0.95, 0.975, 0.99]

export function PlaceFields({ form, settings }: { form: Form; settings: StoreSettingsShown }) {
  return (
    <Section
      title="Place and calendar"
      text={`The store's time zone is ${settings.timeZone}; it is set by the deployment.`}
    >
      <SelectField
        label="City"
        hint="Decides which months are rainy, dry, cold and hot."
        required
        {...fieldProps(form, 'city')}
      >
        {settings.cities.map(({ city, state }) => (
          <option key={city} value={city}>
            {state && state !== city ? `${city}, ${state}` : city}
          </option>
        ))}
      </SelectField>
      <SelectField label="Seasons" required {...fieldProps(form, 'seasonScheme')}>
        <option value="standard">Winter from December, spring from March, and so on</option>
        <option value="imd">India Meteorological Department</option>
      </SelectField>
    </Section>
  )
}

export function OrderFields({ form }: { form: Form }) {
  return (
    <Section title="Ordering" text="Used for suggested orders.">
      <NumberField
        label="Lead time in days"
        hint="Days from order to delivery."
        required
        {...fieldProps(form, 'leadTimeDays')}
      />
      <NumberField
        label="Review period in days"
        hint="How often orders are made."
        required
        {...fieldProps(form, 'reviewPeriodDays')}
      />
      <SelectField
        label="Service level"
        hint="How much of the demand the stock should serve."
        required
        {...fieldProps(form, 'serviceLevel')}
      >
        {levelsWith(Number(form.getValues('serviceLevel'))).map((level) => (
          <option key={level} value={level}>
            {Math.round(level * 1_000) / 10} %
          </option>
        ))}
      </SelectField>
    </Section>
  )
}

function levelsWith(current: number): number[] {
  return [...new Set([...SERVICE_LEVELS, current])].sort((a, b) => a - b)
}

export function ConditionFields({ form }: { form: Form }) {
  return (
    <Section title="Season and climate by hand" text="For an unusual year. Each ends after its last day.">
      <SelectField label="Season" {...fieldProps(form, 'season')}>
        <option value="">By the calendar</option>
        {seasons.map((season) => (
          <option key={season} value={season}>
            {seasonName(season)}
          </option>
        ))}
      </SelectField>
      <DateField label="Season until" {...fieldProps(form, 'seasonUntil')} />
      <SelectField label="Climate" {...fieldProps(form, 'climate')}>
        <option value="">By the city's climate</option>
        {climates.map((climate) => (
          <option key={climate} value={climate}>
            {climateName(climate)}
          </option>
        ))}
      </SelectField>
      <DateField label="Climate until" {...fieldProps(form, 'climateUntil')} />
    </Section>
  )
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack gap="4">
      <div>
        <Heading as="h2" size="md">
          {title}
        </Heading>
        <Text color="fg.muted" textStyle="sm">
          {text}
        </Text>
      </div>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        {children}
      </SimpleGrid>
    </Stack>
  )
}
