// A journey through the app in Firefox and in WebKit.
import { testJourney } from "./journey";
import { otherBrowsers } from "./web-driver";

testJourney(otherBrowsers.firefox, true);
testJourney(otherBrowsers.webkit, true);
