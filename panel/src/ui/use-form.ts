import { type RefObject, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';

/**
 * Error messages by field. `form` is about the whole form; `focus` names the field to focus if it is not the first one.
 */
export type FormErrors<Field extends string> = { readonly [Name in Field | 'form' | 'focus']?: string };

interface FormOptions<Field extends string> {
  /** Client-side validation; while it finds errors nothing is sent. Without it the browser validates. */
  readonly validate?: (data: FormData) => FormErrors<Field>;
  readonly submit: (data: FormData, form: HTMLFormElement) => Promise<void>;
  /** The message for an error of `submit`, and its field. */
  readonly explain: (error: unknown) => FormErrors<Field>;
}

export interface Form<Field extends string> {
  readonly isPending: boolean;
  readonly errors: FormErrors<Field>;
  /** Replaces the errors and moves the focus accordingly. */
  readonly show: (errors: FormErrors<Field>) => void;
  /** The props of a field of the form. */
  readonly field: (name: Field) => { readonly name: Field; readonly error: string | undefined };
  /** The props of the form element. */
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: boolean;
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  };
}

/** A form of uncontrolled inputs: one submit at a time, errors at their fields, the focus on the first. */
export function useForm<Field extends string>({ validate, submit, explain }: FormOptions<Field>): Form<Field> {
  const ref = useRef<HTMLFormElement>(null);
  const [isPending, setIsPending] = useState(false);
  const [errors, show] = useState<FormErrors<Field>>({});

  useLayoutEffect(() => {
    const name = errors.focus ?? Object.keys(errors)[0];
    if (name === undefined) return;
    const control = ref.current?.querySelector<HTMLElement>(`[name="${name}"]`);
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
  }, [errors]);

  async function onSubmit(form: HTMLFormElement): Promise<void> {
    if (isPending) return;
    const data = new FormData(form);
    const found = validate?.(data) ?? {};
    show(found);
    if (Object.keys(found).length > 0) return;
    setIsPending(true);
    try {
      await submit(data, form);
    } catch (error) {
      show(explain(error));
    } finally {
      setIsPending(false);
    }
  }

  return {
    isPending,
    errors,
    show,
    field: (name) => ({ name, error: errors[name] }),
    props: {
      ref,
      noValidate: validate !== undefined,
      onSubmit(event) {
        event.preventDefault();
        void onSubmit(event.currentTarget);
      },
    },
  };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The first message for each field of a schema's issues. */
export function fieldErrors(issues: readonly Issue[] = []): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  return errors;
}
