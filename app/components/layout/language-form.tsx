// The form that chooses the language.
import type { Language } from "db/column-types";
import { currentLanguage } from "~/language/current";
import { LANGUAGE_PATH, languageNames } from "~/language/language";
import { t } from "~/language/text";
import { ViewerField } from "~/ui/viewer-field";

/**
 * A button for each of the `languages`, in a form that returns to the page `from`. It loads the page anew, because scripts are
 * built per language.
 */
export function LanguageForm({ languages, from }: { languages: readonly Language[]; from: string }) {
  return (
    <form method="post" action={LANGUAGE_PATH}>
      <ViewerField />
      <input type="hidden" name="from" value={from} />
      <fieldset aria-label={t("Language")}>
        <div className="flex flex-wrap">
          {languages.map((language) => (
            <button
              key={language}
              type="submit"
              name="language"
              value={language}
              lang={language}
              aria-pressed={language === currentLanguage()}
              className="control -ml-px rounded-none first:ml-0 first:rounded-l last:rounded-r focus:relative"
            >
              {languageNames[language]}
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  );
}
