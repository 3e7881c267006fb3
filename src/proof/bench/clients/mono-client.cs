// Calls every operation through the proxies that Mono's `wsdl` generates: mono-client.exe BASE_URL < calls.json
// calls.json: {"Get_Video_Links": {"DealerID": "D1001", ...}, ...}. Prints {"soap11": {op: record or records}, ...} as JSON.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Web.Script.Serialization;

static class MonoClient
{
    static void Main(string[] args)
    {
        var json = new JavaScriptSerializer();
        var calls = (Dictionary<string, object>)json.DeserializeObject(Console.In.ReadToEnd());
        var answers = new[] { "soap11", "soap12", "httpget", "httppost" }.ToDictionary(name => name, name => CallAll(name, calls, args[0]));
        Console.Write(json.Serialize(answers));
    }

    static Dictionary<string, object> CallAll(string space, Dictionary<string, object> calls, string url)
    {
        var type = Assembly.GetExecutingAssembly().GetType(space + ".GetData");
        var proxy = Activator.CreateInstance(type);
        type.GetProperty("Url").SetValue(proxy, url + "/getData.asmx");
        var header = type.GetProperty("VehicleTypeHeaderValue");
        if (header != null) header.SetValue(proxy, Header(header.PropertyType));
        return calls.ToDictionary(call => call.Key, call =>
        {
            var method = type.GetMethod(call.Key);
            var values = (Dictionary<string, object>)call.Value;
            var arguments = method.GetParameters().Select(one => Convert.ChangeType(values[one.Name], one.ParameterType));
            return method.Invoke(proxy, arguments.ToArray());
        });
    }

    /** The members are set as a developer would: value types have no member that says they were set. */
    static object Header(Type type)
    {
        var header = Activator.CreateInstance(type);
        Action<string, object> set = (name, value) => type.GetProperty(name).SetValue(header, value);
        set("Filtervehicles", true);
        set("VehicleTypeToFilter", Enum.Parse(type.GetProperty("VehicleTypeToFilter").PropertyType, "Car"));
        set("OnlyMake", new[] { "Honda" });
        set("NoModel", new[] { "Accord" });
        set("NoMissings", true);
        set("VcdbOnly", true);
        return header;
    }
}
