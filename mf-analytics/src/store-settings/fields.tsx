import { climates, type StoreSettingsShown, seasons } from '@mms/contracts'
import { DateField, Heading, NumberField, SelectField, SimpleGrid, Stack, Text } from '@mms/ui'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { climateName, seasonName } from '../climate/words.ts'
import type { SettingsValues } from './form-values.ts'

type Form = UseFormReturn<SettingsValues>

/** What a field needs besides its label. */
function fieldProps(form: Form, field: keyof SettingsValues) {
  return { ...form.register(field), error: form.formState.errors[field]?.message }
}

export function PlaceFields({ form, settings }: { form: Form; settings: StoreSettingsShown }) {
  return (
    <Section
      title="Place and calendar"
      text={`The store's time zone is ${settings.timeZone}; it is set by the deployment.`}
    >
      <SelectField
        label="City"
        hint="Its climate normals tell which months are rainy, dry, cold and hot."
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
    <Section title="Ordering" text="What suggested orders are computed with.">
      <NumberField
        label="Lead time in days"
        hint="From an order until it stands on the shelf."
        required
        {...fieldProps(form, 'leadTimeDays')}
      />
      <NumberField
        label="Review period in days"
        hint="How often orders are made."
        required
        {...fieldProps(form, 'reviewPeriodDays')}
      />
      <NumberField
        label="Service level in percent"
        hint="How much of the demand the stock should serve."
        required
        step="0.1"
        {...fieldProps(form, 'serviceLevel')}
      />
    </Section>
  )
}

export function ConditionFields({ form }: { form: Form }) {
  return (
    <Section
      title="Season and climate by hand"
      text="For a year that is unlike the others. Both end by themselves after the day that is chosen."
    >
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
